interface MediaRange {
  type: string
  quality: number
  /** 3 for a full type, 2 for `text/*`, 1 for everything. */
  specificity: number
}

/**
 * The media type to answer with (RFC 9110, 12.5.1): of those offered the one that `Accept` gives the highest quality;
 * among equals the one named more exactly, then the one named first. The first offer when nothing is asked for; nothing
 * when none is acceptable.
 */
export function negotiate<T extends string>(accept: string | undefined, offers: readonly [T, ...T[]]): T | undefined {
  const ranges = (accept ?? '').split(',').flatMap(text => parseRange(text, offers))
  if (ranges.length === 0) return offers[0]
  return offers
    .flatMap(offer => {
      const index = findRange(ranges, offer)
      const range = ranges[index]
      return range && range.quality > 0 ? [{ offer, index, ...range }] : []
    })
    .sort((a, b) => b.quality - a.quality || b.specificity - a.specificity || a.index - b.index)[0]?.offer
}

/** The range that says most exactly how welcome a type is. */
function findRange(ranges: readonly MediaRange[], offer: string): number {
  const [family] = offer.split('/')
  const matching = [offer, `${family}/*`, '*/*'].map(type => ranges.findIndex(range => range.type === type))
  return matching.find(index => index >= 0) ?? -1
}

/** A range without its parameters, but for a `profile` or `codecs` that is offered. */
function parseRange(text: string, offers: readonly string[]): MediaRange[] {
  const [bare = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  if (!/^[^\s/]+\/[^\s/]+$/.test(bare)) return []
  const type = parameters.flatMap(listOptions).find(option => offers.includes(`${bare};${option}`))
  const weight = parameters.find(parameter => /^q\s*=/.test(parameter))
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1))
  const specificity = bare === '*/*' ? 1 : bare.endsWith('/*') ? 2 : 3
  return [
    {
      type: type === undefined ? bare : `${bare};${type}`,
      quality: quality >= 0 && quality <= 1 ? quality : 0,
      specificity,
    },
  ]
}

/** What a parameter asks for: of `codecs` any of several, `im2t|im1t` (W3C, TTML Media Type Definition, 3.2). */
function listOptions(parameter: string): string[] {
  const [name, value = ''] = parameter.replaceAll('"', '').split('=', 2)
  if (name === 'profile') return [`profile=${value}`]
  return name === 'codecs' ? value.split('|', 20).map(codec => `codecs=${codec}`) : []
}
