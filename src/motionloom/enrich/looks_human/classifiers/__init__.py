"""The classifiers of looks-human, one a file."""
