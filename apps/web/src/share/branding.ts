/** How the account looks that shares something: its colours, put where they hold, and what of its addresses may be shown. */

import type { AccountBranding } from '@rushes/contract'

type Variables = readonly (readonly [name: string, value: string])[]

/** The colour of the account behind the head of a page, and black or white before it; nothing where it has none. */
export function toHeadColors(color = ''): Variables {
  const shown = color === '' ? undefined : readColor(color)
  if (!shown) return []
  return [
    ['--brand-ground', `rgb(${shown.join(' ')})`],
    ['--brand-text', toReadable(shown)],
  ]
}

/** Black or white, whichever is read better on a colour. */
function toReadable(color: Rgb): string {
  // The lightness at which both contrasts are the same (WCAG 2.2, relative luminance).
  return toLuminance(color) > 0.179 ? '#000' : '#fff'
}

type Rgb = readonly [red: number, green: number, blue: number]

/** A colour as the browser understands it, in bytes; nothing for what is none. */
function readColor(color: string): Rgb | undefined {
  if (!CSS.supports('color', color)) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // Whatever shines through is white: a head has one colour.
  for (const layer of ['#fff', color]) {
    context.fillStyle = layer
    context.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

function toLuminance(color: Rgb): number {
  const [red, green, blue] = color.map(byte => {
    const part = byte / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The logo, where it lies on this service: pages fetch nothing from elsewhere. */
export function findLogo({ headerLogoUrl = '' }: AccountBranding): string | undefined {
  if (headerLogoUrl === '') return undefined
  const address = new URL(headerLogoUrl, location.origin)
  return address.origin === location.origin ? address.href : undefined
}

/** The variables of the style sheet that the account sets, by name; with its accent what is written in it and on it. */
export function listVariables(branding: AccountBranding): Variables {
  const own = listOwn(branding)
  const accent = own.find(([name]) => name === '--accent')?.[1]
  const color = accent === undefined ? undefined : readColor(accent)
  if (!color) return own
  const text = `light-dark(oklch(from ${accent} 46% c h), oklch(from ${accent} 80% c h))`
  return [['--on-accent', toReadable(color)], ['--accent-text', text], ...own]
}

function listOwn({ customCssVars = '' }: AccountBranding): Variables {
  return customCssVars.split(';').flatMap(declaration => {
    const [, name, value] = /^\s*(--[\w-]+)\s*:\s*(.+?)\s*$/s.exec(declaration) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
}
