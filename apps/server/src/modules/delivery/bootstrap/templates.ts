/** Which requests a template group makes for a collection. Pure. */

import { type DeliveryRequestDetails, deliveryRequestDetails, type EditorialObject } from '@rushes/contract'
import { below, FieldFault, isObject } from '../../form-fields/index.ts'

/** A template group of the account, ready to be applied. */
export type TemplateGroup = readonly TemplateInstance[]

/** One use of a template: for which collections, and with which overrides. */
interface TemplateInstance {
  /** Names the request that it makes of a collection, for good. */
  readonly key: string
  readonly query: Query | undefined
  readonly members: Readonly<Record<string, unknown>>
}

interface Query {
  readonly path: string
  readonly values: readonly string[]
}

const mostMembers = 1000
const longestPath = 1000
const deepestMember = 32
const members = Object.keys(deliveryRequestDetails)

/** Finds a group by its handle in the account setting `deliveryRequestTemplateGroups`. Throws FieldFault. */
export function readTemplateGroup(setting: unknown, handle: string): TemplateGroup {
  const group = readList(setting ?? []).find(group => isObject(group) && group.handle === handle)
  if (!isObject(group)) throw new FieldFault(`there is no template group ${JSON.stringify(handle)}`)
  return below([handle], () => {
    const templates = below(['deliveryRequestTemplates'], () => readList(group.deliveryRequestTemplates ?? []))
    const instances = below(['deliveryRequestTemplateInstances'], () =>
      readList(group.deliveryRequestTemplateInstances ?? []),
    )
    const uses = new Map<string, number>()
    return instances.map((instance, place) =>
      below(['deliveryRequestTemplateInstances', String(place)], () => {
        const read = readInstance(instance, templates)
        const before = uses.get(read.key) ?? 0
        uses.set(read.key, before + 1)
        const key = `${handle}/${read.key}${before === 0 ? '' : `/${before + 1}`}`
        return { ...read, key }
      }),
    )
  })
}

function readList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new FieldFault('must be a list')
  if (value.length > mostMembers) throw new FieldFault(`has more than ${mostMembers} members`)
  return value
}

function readInstance(instance: unknown, templates: readonly unknown[]): TemplateInstance {
  if (!isObject(instance)) throw new FieldFault('must be an object')
  const { templateContext = 'EditorialObject', templateHandle, overrideProperties = {} } = instance
  if (templateContext !== 'EditorialObject') throw new FieldFault('must be EditorialObject', ['templateContext'])
  const template = templates.find(template => isObject(template) && template.handle === templateHandle)
  if (!isObject(template) || typeof templateHandle !== 'string') {
    throw new FieldFault('is not the handle of a template of the group', ['templateHandle'])
  }
  if (!isObject(overrideProperties)) throw new FieldFault('must be an object', ['overrideProperties'])
  return {
    key: templateHandle,
    query: below(['query'], () => readQuery(instance.query)),
    members: { ...toDefaults(templateHandle), ...pick(template), ...mergeValues(template, overrideProperties) },
  }
}

/** A type of letters, digits and dashes (delivery-10), which follows from the handle where a template names none. */
function toDefaults(handle: string) {
  const type = handle.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 200)
  return { deliveryRequestType: type === '' ? 'delivery' : type, description: '', clientProperties: {} }
}

/** "Overrides win"; of form fields, each for itself. */
function mergeValues(template: Record<string, unknown>, overrides: Record<string, unknown>) {
  const [before, after] = [template.formFieldValues, overrides.formFieldValues]
  if (!isObject(before) || !isObject(after)) return pick(overrides)
  return { ...pick(overrides), formFieldValues: { ...before, ...after } }
}

function pick(from: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(members.flatMap(name => (Object.hasOwn(from, name) ? [[name, from[name]]] : [])))
}

function readQuery(query: unknown): Query | undefined {
  if (query === undefined || query === null) return undefined
  if (!isObject(query) || typeof query.key !== 'string') throw new FieldFault('needs a `key`')
  return { path: query.key, values: below(['values'], () => readList(query.values)).map(String) }
}

/** The requests of a group for one collection, by their keys. */
export function applyTemplates(
  group: TemplateGroup,
  editorialObject: EditorialObject,
  kind: string,
): { readonly key: string; readonly details: Record<string, unknown> }[] {
  // Sample templates ask for `customFields.type`; a planning system that does not say it means the place in the tree.
  const context = {
    editorialObject: { ...editorialObject, customFields: withType(editorialObject.customFields, kind) },
  }
  return group
    .filter(({ query }) => query === undefined || matches(query, context))
    .map(({ key, members }) => ({ key, details: resolve(members, context, 0) as DeliveryRequestDetails }))
}

function withType(customFields: EditorialObject['customFields'], kind: string) {
  return { type: { values: [kind], value: kind }, ...customFields }
}

function matches({ path, values }: Query, context: object): boolean {
  const found = lookUp(path, context)
  const stored = isObject(found) && Array.isArray(found.values) ? found.values : found
  return (Array.isArray(stored) ? stored : [stored]).some(
    value => value !== undefined && values.includes(String(value)),
  )
}

/** `{"@value": path}` becomes the value at the path; a member that would be nothing is left out. */
function resolve(value: unknown, context: object, depth: number): unknown {
  if (depth > deepestMember) throw new FieldFault(`is nested more than ${deepestMember} levels deep`)
  if (Array.isArray(value)) return value.flatMap(item => resolve(item, context, depth + 1) ?? [])
  if (!isObject(value)) return value
  const path = value['@value']
  if (typeof path === 'string' && Object.keys(value).length === 1) return lookUp(path, context)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const resolved = resolve(inner, context, depth + 1)
      return resolved === undefined ? [] : [[name, resolved]]
    }),
  )
}

/** The value at a dotted path; own members only. */
function lookUp(path: string, context: object): unknown {
  if (path.length > longestPath) throw new FieldFault(`a path must not be longer than ${longestPath} characters`)
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    return (value as Record<string, unknown>)[name]
  }, context)
}
