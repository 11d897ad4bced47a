#!/usr/bin/env python3
"""Says which documents a JSON Schema (draft 2020-12) accepts, as python3-jsonschema reads it.

peer-schema.py SCHEMA CASES: CASES is a list of objects with a name and a document. Prints the names of those that are
valid, a line each; fails where the schema itself is none.
"""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    cases = json.load(file)

jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for case in cases:
    if validator.is_valid(case["document"]):
        print(case["name"])
