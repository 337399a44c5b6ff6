"""The house's keys: one seals what must not be read at rest, one signs checkpoints.

Live seeds and entries with face-down cards are sealed. Keys live in the data directory, outside
the database.
"""

import hashlib
import os
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pitboss.errors import PitbossError
from pitboss.house.storage.private_files import make_directory, restrict, write_durably

KEY_FILE: Final = "house.key"
_BYTES: Final = 32


class BadSeal(PitbossError):
    """Sealed bytes that this house's key cannot open."""


class Keys:
    """The house's two keys."""

    def __init__(self, sealing: bytes, signing: bytes) -> None:
        self.fingerprint = hashlib.sha256(b"pitboss house key" + sealing + signing).hexdigest()
        self._sealer = ChaCha20Poly1305(sealing)
        self._signer = Ed25519PrivateKey.from_private_bytes(signing)

    @property
    def public(self) -> bytes:
        return self._signer.public_key().public_bytes_raw()

    def seal(self, plain: bytes, context: str) -> bytes:
        """Binds `context` (stream and number), so that no sealed entry can replace another."""
        nonce = os.urandom(12)
        return nonce + self._sealer.encrypt(nonce, plain, context.encode())

    def unseal(self, sealed: bytes, context: str) -> bytes:
        try:
            return self._sealer.decrypt(sealed[:12], sealed[12:], context.encode())
        except (InvalidTag, ValueError):  # another key's seal, or no seal at all
            raise BadSeal(
                f"the seal of {context} does not open",
                what_to_do=f"start with the {KEY_FILE} that belongs to this database",
            ) from None

    def sign(self, message: bytes) -> bytes:
        return self._signer.sign(message)

    def verify(self, signature: bytes, message: bytes) -> bool:
        """Whether the signature is this house's."""
        try:
            self._signer.public_key().verify(signature, message)
        except InvalidSignature:
            return False
        return True


def read_keys(directory: Path) -> Keys | None:
    """The directory's keys; None if it has none."""
    path = directory / KEY_FILE
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None
    restrict(path)
    if len(raw) != 2 * _BYTES:
        raise BadSeal(
            f"{path} is not a key of a house",
            what_to_do=f"put the house's own {KEY_FILE} there, from its backup",
        )
    return Keys(raw[:_BYTES], raw[_BYTES:])


def make_keys(directory: Path) -> Keys:
    """New keys, readable only by their owner. `house_key.open_keys` decides whether to."""
    make_directory(directory)
    raw = os.urandom(2 * _BYTES)
    write_durably(directory / KEY_FILE, raw)
    return Keys(raw[:_BYTES], raw[_BYTES:])
