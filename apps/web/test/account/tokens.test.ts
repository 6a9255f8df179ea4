import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const source = readFileSync(new URL('../../src/design/tokens.css', import.meta.url), 'utf8')

/** Of each colour, its luminance (WCAG 2) in the light and in the dark theme. */
const luminances = new Map(
  Array.from(
    source.matchAll(/--([\w-]+): light-dark\(oklch\(([^()/]*)\), oklch\(([^()/]*)\)\);/g),
    ([, name = '', light = '', dark = '']) => [name, { light: toLuminance(light), dark: toLuminance(dark) }] as const,
  ),
)

function toLuminance(oklch: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number.parseFloat)
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const [long, middle, short] = [
    lightness / 100 + 0.3963377774 * a + 0.2158037573 * b,
    lightness / 100 - 0.1055613458 * a - 0.0638541728 * b,
    lightness / 100 - 0.0894841775 * a - 1.291485548 * b,
  ].map(part => part ** 3) as [number, number, number]
  const linear = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
  for (const part of linear) assert.ok(part > -0.002 && part < 1.002, `${oklch} is outside of sRGB`)
  const [red, green, blue] = linear.map(part => Math.min(1, Math.max(0, part))) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const surfaces = ['ground', 'panel', 'raised', 'over']
const words = ['text', 'text-2', 'text-3', 'accent-text', 'select', 'good', 'review', 'attention', 'danger', 'info']

/** What is read on what, and the least contrast of it. */
const pairs: readonly (readonly [front: string, ground: string, least: number])[] = [
  ...surfaces.flatMap(ground => words.map(word => [word, ground, 4.5] as const)),
  ...['text', 'text-2', 'select'].map(word => [word, 'select-ground', 4.5] as const),
  ...['text', 'text-2'].map(word => [word, 'pressed', 4.5] as const),
  ['on-accent', 'accent', 4.5],
  ['on-select', 'select', 4.5],
  ...['ground', 'panel', 'raised'].map(ground => ['line-strong', ground, 3] as const),
]

/** Of pairs in both themes, the contrast of each. */
function computeRatios(among: typeof pairs) {
  return among.flatMap(([front, ground, least]) =>
    (['light', 'dark'] as const).map(theme => {
      const [one, other] = [luminances.get(front)?.[theme], luminances.get(ground)?.[theme]]
      assert.ok(one !== undefined && other !== undefined, `${front} or ${ground} is not in tokens.css`)
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
      return { name: `${theme}: ${front} on ${ground}`, ratio, least }
    }),
  )
}

test('all words and controls can be told from what they stand on, in both themes', () => {
  const ratios = computeRatios(pairs)
  assert.equal(ratios.length, 2 * (4 * 10 + 3 + 2 + 2 + 3))
  assert.deepEqual(
    ratios.filter(({ ratio, least }) => ratio < least),
    [],
  )
})

test('a pair that is too close is found: labels on a pressed item, which the design forbids', () => {
  const tooClose = computeRatios([['text-3', 'pressed', 4.5]]).filter(({ ratio, least }) => ratio < least)
  assert.deepEqual(
    tooClose.map(({ name }) => name),
    ['light: text-3 on pressed', 'dark: text-3 on pressed'],
  )
})

test('white can be read on the button that destroys', () => {
  const { light = 1, dark = 1 } = luminances.get('danger-fill') ?? {}
  assert.ok(1.05 / (light + 0.05) >= 4.5 && 1.05 / (dark + 0.05) >= 4.5)
})
