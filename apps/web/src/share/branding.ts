/** How the account looks that shares something: its colours, put where they hold, and what of its addresses may be shown. */

import type { AccountBranding } from '@rushes/contract'

/** Puts the colour of the account behind the head of a page, and black or white before it, whichever is read better. */
export function paintHead(head: HTMLElement, color: string | undefined): void {
  const shown = color === undefined || color === '' ? undefined : readColor(color)
  if (!shown) return
  const [red, green, blue] = shown
  // The lightness at which both contrasts are the same (WCAG 2.2, relative luminance).
  const text = toLuminance(shown) > 0.179 ? '#000' : '#fff'
  head.style.backgroundColor = `rgb(${red} ${green} ${blue})`
  head.style.color = text
  for (const name of ['--text', '--accent', '--focus']) head.style.setProperty(name, text)
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

/** The variables of the style sheet that the account sets, by name. */
export function listVariables({ customCssVars = '' }: AccountBranding): readonly (readonly [string, string])[] {
  return customCssVars.split(';').flatMap(declaration => {
    const [, name, value] = /^\s*(--[\w-]+)\s*:\s*(.+?)\s*$/s.exec(declaration) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
}
