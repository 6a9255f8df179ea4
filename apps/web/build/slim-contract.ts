import * as contract from '@rushes/contract'
import type { Plugin } from 'vite'

/** Modules of the contract that need no library; everything in them is there as it is. */
const whole = ['errors.ts', 'files/file-body.ts', 'files/media-names.ts']

/** Values that are objects of words; shapes look alike. */
const tables = ['rightsToGrant', 'collectionPlaces']

/**
 * Leaves of the contract what pages use when they run: its errors, its lists of words, and for the client a table of
 * paths and methods. The shapes and the library that makes them stay behind.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    load(id) {
      if (id.endsWith('/packages/client/src/transport/routes.ts'))
        return `export const routes = ${JSON.stringify(listRoutes())}`
      if (!id.endsWith('/packages/contract/src/index.ts')) return undefined
      const folder = id.slice(0, -'index.ts'.length)
      const words = Object.entries(contract)
        .filter(([name, value]) => tables.includes(name) || isWords(value))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return [...whole.map(file => `export * from ${JSON.stringify(folder + file)}`), ...words].join('\n')
    },
  }
}

function listRoutes() {
  return Object.fromEntries(
    Object.entries(contract.contract).map(([module, endpoints]) => [
      module,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, { method, path, bodyKind, resultKind }]) => [
          name,
          // Of most endpoints both are JSON, which the client takes for granted.
          { method, path, bodyKind: unlessJson(bodyKind), resultKind: unlessJson(resultKind) },
        ]),
      ),
    ]),
  )
}

function unlessJson(kind: string): string | undefined {
  return kind === 'json' ? undefined : kind
}

/** A word, a number, or a list of them. */
function isWords(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isWords) : typeof value === 'string' || typeof value === 'number'
}
