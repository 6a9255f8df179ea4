/** Values that fit a shape, made from it. */

import type { Endpoint } from '@rushes/contract'

interface Shape {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Shape[]
  required?: readonly string[]
  properties?: Readonly<Record<string, Shape>>
  items?: Shape
  minimum?: number
  minItems?: number
  minLength?: number
  pattern?: string
  title?: string
}

/** What a shape does not say: bodies that mean something. */
const meant: Readonly<Record<string, unknown>> = {
  JsonPatch: [{ op: 'add', path: '/description', value: 'changed' }],
}

const patchLabel = [{ op: 'replace', path: '/label', value: 'changed' }]
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The same, by the id of the endpoint. */
const meantFor: Readonly<Record<string, unknown>> = {
  patchThesaurus: patchLabel,
  patchDeliveryRequest: patchLabel,
  patchSubmission: [{ op: 'add', path: '/submissionComments', value: 'changed' }],
  importComments: { content: btoa('name,start,end\nToo dark,00:00:00:00,00:00:01:00\n'), format: 'csv' },
  updateScreenshot: { screenshot: [...Buffer.from(png, 'base64')], screenshotType: 'image/png' },
  startTranscription: { language: 'en' },
  patchParagraph: [{ op: 'replace', path: '/description', value: 'changed' }],
  createAdvancedSubtitle: { language: 'en' },
}

/** A body that the endpoint takes; undefined when it takes none. */
export function sampleOf({ id, body, bodyKind }: Endpoint): unknown {
  if (id in meantFor) return meantFor[id]
  if (body === undefined || bodyKind === 'bytes') return undefined
  return toSample(body as Shape)
}

function toSample(shape: Shape): unknown {
  if (shape.title !== undefined && shape.title in meant) return meant[shape.title]
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return toSample(shape.anyOf[0]!)
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map(name => [name, toSample(shape.properties?.[name] ?? {})] as const),
      )
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => toSample(shape.items ?? {}))
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return 'a'.repeat(Math.max(shape.minLength ?? 1, shape.pattern === undefined ? 1 : 32))
  }
}
