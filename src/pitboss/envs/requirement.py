"""Says which extra to install where a package of the environments is missing."""

from pitboss.extras import require

require("envs")
require("solve")
