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
  const ranges = (accept ?? '').split(',').flatMap(parseRange)
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

function parseRange(text: string): MediaRange[] {
  const [type = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return []
  const weight = parameters.find(parameter => /^q\s*=/.test(parameter))
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1))
  const specificity = type === '*/*' ? 1 : type.endsWith('/*') ? 2 : 3
  return [{ type, quality: quality >= 0 && quality <= 1 ? quality : 0, specificity }]
}
