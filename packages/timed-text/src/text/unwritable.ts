import type { LossLog, Report } from '../document/diagnostics.ts'

/** Text that UTF-8 and players can hold: U+0000 and halves of surrogate pairs are replaced by U+FFFD, and reported. */
export function replaceUnwritable(text: string, log: LossLog): string {
  if (text.isWellFormed() && !text.includes('\0')) return text
  log.lose('EXPORT_TEXT_ALTERED', 'warning', 'U+0000 and halves of surrogate pairs were replaced by U+FFFD')
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** Reports what writers replace, in a text that is read. */
export function reportUnwritable(text: string, report: Report): void {
  if (text.isWellFormed() && !text.includes('\0')) return
  report('IMPORT_MARKUP_REPAIRED', 'warning', 'The text has U+0000 or halves of surrogate pairs')
}
