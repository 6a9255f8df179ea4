import { pickFiles } from './files/pick-files.ts'
import { enqueueReplacement } from './sending.ts'

/** Lets the person choose another file for a clip, and sends it; the clip keeps what was said and written about it. */
export function replaceFile(prId: number, mediaObjectId: number): void {
  pickFiles({ isMultiple: false }, ([file]) => file && enqueueReplacement(prId, mediaObjectId, file))
}
