import { addFiles } from './add-files.ts'
import { pickFiles } from './files/pick-files.ts'

/** Lets the person choose a file that is another version of a clip, and sends it. */
export function addVersion(prId: number, { id, name }: { id: number; name: string }): void {
  pickFiles({ isMultiple: false }, files => addFiles({ prId, versionOf: id, title: name }, files))
}
