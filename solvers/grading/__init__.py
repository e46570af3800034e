"""A student's file as something to run and to judge: one harness a language."""
