import { basename } from 'node:path'
import type { FoundFile } from './find-files.ts'

/** The original of a clip. */
export interface Original {
  readonly clipName: string
  /** Without folders. */
  readonly fileName: string
  readonly size: number
}

/**
 * Which files are there: each original stands for one file of its name and size, first for the one with the folders of
 * the clip's name, so that files of one name in several folders do not stand for each other. A clip may be renamed.
 */
export function splitPresent<File extends Pick<FoundFile, 'fileName' | 'size'>>(
  files: readonly File[],
  originals: readonly Original[],
): { missing: File[]; present: File[] } {
  const left = new Map<string, Original[]>()
  for (const original of originals) {
    const key = toKey(original)
    left.set(key, [...(left.get(key) ?? []), original])
  }
  const present = new Set<File>()
  for (const isSame of [hasSamePath, () => true]) {
    for (const file of files.filter(file => !present.has(file))) {
      const candidates = left.get(toKey(file)) ?? []
      const index = candidates.findIndex(original => isSame(file, original))
      if (index === -1) continue
      candidates.splice(index, 1)
      present.add(file)
    }
  }
  return { missing: files.filter(file => !present.has(file)), present: [...present] }
}

/** File systems write accents in either form. */
const toKey = ({ fileName, size }: Pick<FoundFile, 'fileName' | 'size'>) => `${size} ${basename(fileName).normalize()}`
const hasSamePath = (file: Pick<FoundFile, 'fileName'>, { clipName }: Original) =>
  clipName.normalize() === file.fileName.normalize()
