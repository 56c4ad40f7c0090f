"""The key file of a game, apart from its record.

It holds the game's secret, from which all chance follows, until the game is closed, and a
key for the votes of the ballot under way, until that is shown.  The file is readable by its
owner only, and is replaced as a whole: a power cut leaves the old one or the new one.
"""

import json
import secrets
from pathlib import Path

from boardcore.errors import ParseError
from underboard.errors import UnderboardError
from underboard.galerapagos.records.crypto import SECRET, secret_of
from underboard.texts.lazy import reason_of
from underboard.whole_file import replacing

SUFFIX = ".key"


def private_folder(folder: Path) -> None:
    """Make a folder that its owner alone may look into; one that exists stays as it is."""
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)


class KeyFile:
    """The keys of one game; ``path`` None keeps them in memory."""

    def __init__(self, secret: bytes, path: Path | None = None) -> None:
        self.secret = secret
        self.path = path
        self.votes: dict[int, bytes] = {}
        """Ballot number: master key of its votes."""

    @classmethod
    def create(cls, record: Path, seed: int) -> "KeyFile":
        """Write the key file that belongs to a new record."""
        vault = cls(secret_of(seed), record.with_suffix(SUFFIX))
        vault._write()
        return vault

    @classmethod
    def beside(cls, record: Path) -> "KeyFile | None":
        """Return the keys that belong to a record, None if there is no key file.

        Raises ParseError if the file is damaged, UnderboardError if it cannot be read.
        """
        path = record.with_suffix(SUFFIX)
        try:
            parts = json.loads(path.read_text(encoding="utf-8"))
            vault = cls(bytes.fromhex(parts["secret"]), path)
            vault.votes = {int(n): bytes.fromhex(key) for n, key in parts["votes"].items()}
            if len(vault.secret) == SECRET:
                return vault
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
        except OSError as error:
            raise UnderboardError("cannot read the key file %s: %s", path, reason_of(error))
        raise ParseError("%s: this is not a key file of a game", path)

    def vote_key(self, ballot: int) -> bytes:
        """Return the master key of a ballot's votes; it is on the disk before it is used."""
        if ballot not in self.votes:
            self.votes[ballot] = secrets.token_bytes(SECRET)
            self._write()
        return self.votes[ballot]

    def forget_votes(self, ballot: int) -> None:
        """Destroy the key of a ballot's votes."""
        if self.votes.pop(ballot, None) is not None:
            self._write()

    def remove(self) -> None:
        """Delete the key file: the secret is in the record now."""
        if self.path:
            self.path.unlink(missing_ok=True)

    def _write(self) -> None:
        if self.path is None:
            return
        votes = {str(number): key.hex() for number, key in self.votes.items()}
        text = json.dumps({"secret": self.secret.hex(), "votes": votes}) + "\n"
        with replacing(self.path, private=True) as file:
            file.write(text.encode())
