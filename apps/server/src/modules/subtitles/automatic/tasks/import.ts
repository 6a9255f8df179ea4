import { detectFormat, findFormat, listFormats, toClipDocument } from '@rushes/timed-text'
import type { Outbound } from '../../../../platform/security/outbound.ts'
import { PermanentError, type TaskOutcome } from '../../../workflows/index.ts'
import { readSubtitles, readTimes, toWarning } from '../../files/read-file.ts'
import { refusingForGood } from '../../files/refusing.ts'
import { type AutomaticRun, getClip, leaveDraft } from '../draft.ts'
import { type InputFile, readInputFile, type StoredInputFile } from '../input-file.ts'
import type { StoredRequest } from '../request.ts'
import { findContent } from '../store.ts'

/** Reads the file of the request in whatever format it is. */
export function createImportTask(outbound: Outbound): (run: AutomaticRun) => Promise<TaskOutcome> {
  return run =>
    refusingForGood(async () => {
      const { ctx, input, workflowId } = run
      const file = input.request.importFileResource
      if (!file) throw new PermanentError('NO_FILE', 'The request names no file to import')
      const media = await getClip(run)
      const content = await findContent(ctx.db, workflowId, 'import_content')
      const read = await readInputFile(ctx, outbound, input.address.productionId, file, content)
      const format = chooseFormat(file, read)
      const { document, diagnostics } = readSubtitles(read.bytes, format, {
        rate: media.rate,
        encoding: file.encoding,
        language: input.address.language,
        unroll: file.unroll,
        // Who says how times are to be moved has them moved in no other way.
        ...(!movesTimes(input.request) && {
          media,
          times: readTimes(file, media, '/importFileResource/startOfProgramme'),
        }),
      })
      const warnings = diagnostics.map(toWarning)
      // The draft gets these warnings where it is placed.
      const moved = movesTimes(input.request) ? [] : toClipDocument(document, media).diagnostics.map(toWarning)
      return leaveDraft(
        run,
        'import',
        {
          source: 'file',
          document,
          ...(read.fileName !== undefined && { fileName: read.fileName }),
          ...(warnings.length > 0 && { warnings }),
        },
        {
          entries: document.cues.length,
          format: format.id,
          bytes: read.bytes.length,
          warnings: [...warnings, ...moved],
        },
      )
    })
}

function movesTimes({ applyFrameRateConversion, subtitleTimingCorrections = [] }: StoredRequest): boolean {
  return applyFrameRateConversion === true || subtitleTimingCorrections.length > 0
}

function chooseFormat(file: StoredInputFile, { bytes, fileName }: InputFile) {
  const format = file.format === undefined ? detectFormat(bytes, fileName) : findFormat(file.format)
  if (format) return format
  const known = listFormats().map(({ label }) => label)
  throw new PermanentError('UNKNOWN_FORMAT', `The file is none of ${known.join(', ')}`)
}
