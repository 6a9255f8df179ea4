/** What a module of the service consists of, and what modules provide to each other without importing each other. */

/**
 * State that a module has for as long as the service runs, and calls that it answers for modules below it. The module
 * that relies on a member declares it, in the file that uses it; the module that provides it names it in `services`:
 *
 *     declare module './module.ts' {
 *       interface Services {
 *         readonly releaseLock: (ctx: Transaction, user: UserRow) => Promise<void>
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules extend it by declaration merging
export interface Services {}

/** A module. What collects something from all modules adds a member here, as with `Services`. */
export interface Module {
  readonly name: string
}

/** Ends what was started, when what is under way is done. */
export type Stop = () => Promise<unknown>

/** The description of a module, with the names of the services that it provides. */
export function defineModule<const Definition extends Module>(definition: Definition): Definition {
  return definition
}

type ProvidedBy<Modules extends readonly Module[]> = Modules[number] extends infer One
  ? One extends { services: (...args: never[]) => infer Provided }
    ? keyof Awaited<Provided>
    : never
  : never

/** The modules; the type names a service that none of them provides. */
export type Complete<Modules extends readonly Module[]> = [Exclude<keyof Services, ProvidedBy<Modules>>] extends [never]
  ? readonly Module[]
  : { readonly missing: Exclude<keyof Services, ProvidedBy<Modules>> }
