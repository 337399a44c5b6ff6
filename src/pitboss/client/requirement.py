"""Says which extra to install where a package of the client is missing."""

from pitboss.extras import require

require("client")
