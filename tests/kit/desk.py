"""The cage in short words: passwords are hashed and verified while the caller waits."""

from pitboss.house.people.cage import Cage, WrongLogin
from pitboss.house.people.cash import Bankroll, Cash
from pitboss.house.people.passwords import hash_soon, verify_soon
from pitboss.house.people.persons import Person, check_name
from pitboss.house.people.sessions import Session
from pitboss.money import Cents
from pitboss.rulebook.submission.tables import Currency


class Desk(Cage):
    def register(self, name: str, password: str, network: str = "") -> tuple[str, Session]:
        check_name(name)
        return self.enroll(name, hash_soon(password).result(), network)

    def find(self, token: str) -> Session | None:
        return self.sessions.find(token)

    def unlock(self, session: Session, password: str, network: str = "") -> bool:
        hashed = self.stored_hash(session.person.name)
        matches = verify_soon(hashed, password).result()
        try:
            self.finish_unlock(session, hashed, network, matches=matches)
        except WrongLogin:
            return False
        return True

    def change_password(self, session: Session, password: str, new: str, network: str = "") -> None:
        hashed = self.stored_hash(session.person.name)
        matches = verify_soon(hashed, password).result()
        self.finish_password(session, hashed, hash_soon(new).result(), network, matches=matches)

    def cash(self, by: Person, name: str, cents: int, command_id: str = "") -> Cents:
        return self.perform_alone(by, Cash(name, cents), command_id)

    def bankroll(self, by: Person, currency: Currency, cents: int, command_id: str = "") -> Cents:
        return self.perform_alone(by, Bankroll(currency, cents), command_id)
