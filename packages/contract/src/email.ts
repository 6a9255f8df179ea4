const maxEmailLength = 320
/** A part without blanks and without what separates or encloses addresses in the header of a mail. */
const part = '[^\\s@<>()[\\]\\\\,;:"]+'
const shape = new RegExp(`^${part}@${part}$`)

/** Whether a text is one email address, and nothing else: no name before it, no brackets around it. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && shape.test(text)
}
