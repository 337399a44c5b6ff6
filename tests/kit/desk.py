"""The cage as one caller uses it: passwords are hashed and verified while that caller waits."""

from pitboss.house.people.cage import Cage, WrongLogin
from pitboss.house.people.passwords import hash_soon, verify_soon
from pitboss.house.people.persons import check_name
from pitboss.house.people.sessions import Session


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
