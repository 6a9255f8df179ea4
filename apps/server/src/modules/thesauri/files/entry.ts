/** An entry as a file has it. */
export interface FileEntry {
  /** Where it stands: a line of a table, the address of a concept. */
  readonly place: string
  readonly value: string | undefined
  readonly label: string | undefined
  /** The value of the entry above, in the linked thesaurus; the empty text: none. */
  readonly parent: string | undefined
  readonly formFieldValues: Readonly<Record<string, unknown>> | undefined
}

export interface FileProblem {
  readonly place: string
  readonly message: string
}

/** What a file holds, and what of it could not be read. */
export interface FileContent {
  readonly entries: readonly FileEntry[]
  readonly problems: FileProblem[]
}
