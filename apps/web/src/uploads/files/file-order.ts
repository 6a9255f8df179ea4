const collator = new Intl.Collator(undefined, { numeric: true })

type NamedFile = Pick<File, 'name' | 'webkitRelativePath'>

/** The name of a file with its folders. */
export function toPath({ name, webkitRelativePath }: NamedFile): string {
  return webkitRelativePath || name
}

/** Files as folders list them: by their paths, numbers by their size. */
export function toFolderOrder<Named extends NamedFile>(files: readonly Named[]): Named[] {
  return files.toSorted((a, b) => collator.compare(toPath(a), toPath(b)))
}
