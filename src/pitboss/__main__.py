from pitboss.cli import main

if __name__ == "__main__":
    main()
