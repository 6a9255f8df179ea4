/** What a mail says, as plain text and as HTML. Pure. */

/** A mail in words; none of them is markup. */
export interface MailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** What somebody wrote, shown as theirs. */
  readonly quote?: string | undefined
  readonly link?: MailLink | undefined
  /** Why the receiver gets it. */
  readonly reason: string
  /** Where the receiver chooses what to get, if they can. */
  readonly settings?: string | undefined
}

export interface MailLink {
  readonly label: string
  readonly url: string
}

const longestSubject = 200
const longestQuote = 2_000

/** One line, whatever was written: a line end would end the header. */
export function toSubject(text: string): string {
  return shorten(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), longestSubject)
}

export function writePlain(text: MailText, stopLink: string): string {
  const quote = toQuote(text)
  const parts = [
    ...text.paragraphs.map(toLine),
    ...(quote === undefined ? [] : [quote.map(line => `> ${line}`).join('\n')]),
    ...(text.link ? [`${text.link.label}:\n${text.link.url}`] : []),
    `-- \n${toLine(text.reason)}\n${text.settings ? `Choose what you get: ${text.settings}\n` : ''}No more mails to this address: ${stopLink}`,
  ]
  return `${parts.join('\n\n')}\n`
}

export function writeHtml(text: MailText, stopLink: string): string {
  const quote = toQuote(text)
  const settings = text.settings ? `<a href="${escapeHtml(text.settings)}">Choose what you get</a><br>` : ''
  const parts = [
    ...text.paragraphs.map(paragraph => `<p>${escapeHtml(toLine(paragraph))}</p>`),
    ...(quote === undefined ? [] : [`<blockquote>${quote.map(escapeHtml).join('<br>')}</blockquote>`]),
    ...(text.link ? [`<p><a href="${escapeHtml(text.link.url)}">${escapeHtml(text.link.label)}</a></p>`] : []),
    `<hr><p><small>${escapeHtml(toLine(text.reason))}<br>${settings}<a href="${escapeHtml(stopLink)}">No more mails to this address</a></small></p>`,
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(toSubject(text.subject))}</title></head><body>${parts.join('')}</body></html>`
}

/** Text of a page or of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}

function toQuote({ quote }: MailText): string[] | undefined {
  return quote === undefined ? undefined : shorten(quote, longestQuote).split(/\r\n|[\r\n\u2028\u2029]/)
}

function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function shorten(text: string, most: number): string {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}
