@rem npm scripts say "exec" so that the shell hands its process, and so its signals, over to Node.
@rem Windows knows no such word: here it means "run".
@%*
