import { decodeText, detectFormat, findFormat, toPlainText } from '@rushes/timed-text'
import type { Outbound } from '../../../../platform/security/outbound.ts'
import { PermanentError } from '../../../workflows/index.ts'
import type { AutomaticRun } from '../draft.ts'
import { readInputFile } from '../input-file.ts'
import { findContent } from '../store.ts'

/** The text that is to be aligned with the speech: that of a subtitle file, or a text as it is. */
export async function readSpokenText(
  { input: { address, request }, workflowId, ctx }: AutomaticRun,
  outbound: Outbound,
): Promise<string> {
  const file = request.speechAlignmentFileResource
  if (!file) throw new PermanentError('NO_FILE', 'The request names no text to align')
  const content = await findContent(ctx.db, workflowId, 'alignment_content')
  const { bytes, fileName } = await readInputFile(ctx, outbound, address.productionId, file, content)
  const format = file.format === undefined ? detectFormat(bytes, fileName) : findFormat(file.format)
  const options = file.encoding === undefined ? {} : { encoding: file.encoding }
  const text = format
    ? format
        .read(bytes, options)
        .document.cues.filter(({ hidden }) => !hidden)
        .map(({ textParts }) => toPlainText(textParts))
        .join('\n')
    : decodeText(bytes, file.encoding ?? 'guess', () => {})
  if (text.trim() === '') throw new PermanentError('NO_TEXT', 'The file holds no text to align')
  return text
}
