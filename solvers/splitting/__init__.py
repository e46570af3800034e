"""One problem as many: shards by prefix, solved by whatever executor, added up again."""
