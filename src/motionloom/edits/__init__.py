"""An artist's edits: poses by direct manipulation, offset keys in layers, edits that spread over minutes, motion on other characters."""
