"""Holds the documents of a manifest to the schemas of Kubernetes, and prints them as a list of JSON."""

import json
import sys

import kubernetes_validate
import yaml

with open(sys.argv[1], encoding="utf-8") as file:
    documents = list(yaml.safe_load_all(file))
for document in documents:
    kubernetes_validate.validate(document, sys.argv[2], strict=True)
print(json.dumps(documents))
