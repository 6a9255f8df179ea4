/**
 * A text as it is compared: in Unicode normal form C, so that `é` is one letter however a keyboard or a file system
 * writes it. What was sent is stored and answered as it came.
 */
export function toFormC(text: string): string {
  return text.normalize('NFC')
}
