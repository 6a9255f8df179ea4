/** Reads bytes of a file; fewer where it ends. */
export type ReadAt = (position: number, length: number) => Buffer
