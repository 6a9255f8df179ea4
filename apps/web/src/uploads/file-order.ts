const collator = new Intl.Collator(undefined, { numeric: true })

/** Files as folders list them: by their paths, numbers by their size. */
export function toFolderOrder<Named extends Pick<File, 'name' | 'webkitRelativePath'>>(
  files: readonly Named[],
): Named[] {
  const toPath = ({ name, webkitRelativePath }: Named) => webkitRelativePath || name
  return files.toSorted((a, b) => collator.compare(toPath(a), toPath(b)))
}
