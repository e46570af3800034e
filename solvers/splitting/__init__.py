"""One problem as many: shards by prefix, solved by several workers, added up again."""
