/** What a process does: all, or what one of these roles has. */
export type Role = 'all' | ServiceRole

/** Nodes of `api` answer requests, those of `worker` do the tasks of workflows, those of `background` the rest. */
export type ServiceRole = 'api' | 'background' | 'worker'

export const roles: readonly Role[] = ['all', 'api', 'worker', 'background']

/** Whether a process of this role runs what is for nodes of another, or for every node. */
export function isOfRole(own: Role, wanted: ServiceRole | 'every'): boolean {
  return own === 'all' || wanted === 'every' || own === wanted
}
