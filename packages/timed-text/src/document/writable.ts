/** A value while it is made. */
export type Writable<T> = { -readonly [Name in keyof T]: T[Name] }
