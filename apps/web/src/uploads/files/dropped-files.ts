/** The files of a drop, those in dropped folders too, each with its path as `webkitRelativePath`. */
export async function listDroppedFiles(entries: readonly (FileSystemEntry | null)[]): Promise<File[]> {
  const found = await Promise.all(entries.map(entry => (entry ? listFiles(entry) : [])))
  return found.flat()
}

async function listFiles(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    const path = entry.fullPath.replace(/^\//, '')
    if (path !== file.name) Object.defineProperty(file, 'webkitRelativePath', { value: path })
    return [file]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: File[] = []
  // A reader gives a part at a time, and nothing at its end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return files
    for (const child of part) files.push(...(await listFiles(child)))
  }
}
