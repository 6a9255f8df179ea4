/** What the palette finds: among the commands here, and on the service. */

import type { SolrDocument } from '@rushes/contract'
import type { IconName } from '../../design/icons.tsx'
import { texts } from '../../frame/messages.ts'
import { listVisited } from '../../home/visited.ts'
import { toSearchPath } from '../../library/search/wanted.ts'
import type { Command } from '../../platform/keys/commands.ts'
import { api } from '../../platform/reading/api.ts'
import { toWordQuery } from '../../platform/word-query.ts'
import { texts as ownTexts } from './messages.ts'

export interface Found {
  readonly key: string
  readonly text: string
  readonly section: string
  /** Said after the text, quietly. */
  readonly detail?: string | undefined
  readonly icon?: IconName
  readonly picture?: string | undefined
  /** Whose avatar is shown. */
  readonly person?: number | undefined
  readonly command?: Command
  /** Where it leads; otherwise `run` does it. */
  readonly href?: string
  readonly run?: () => void
}

const maxOfKind = 6
const maxCommands = 12

/** Commands by the words of their titles, and what a command takes of what was typed. */
export function findLocally(typed: string, commands: readonly Command[]): Found[] {
  const prefix = /^[>@#]/.exec(typed)?.[0]
  if (prefix === '@' || prefix === '#') return []
  const text = typed.replace(/^>/, '').trim()
  const words = text.toLowerCase().split(/\s+/)
  const taken = commands.flatMap(command => {
    const run = text === '' ? undefined : command.take?.(text)
    const title = ownTexts('goToTimecode', { timecode: text })
    const section = ownTexts('timecode')
    return run ? [{ key: `take ${command.id}`, text: title, section, icon: 'clock' as const, run }] : []
  })
  const isMeant = ({ title, section }: Command) => {
    const said = `${section ?? ''} ${title}`.toLowerCase()
    return words.every(word => said.includes(word))
  }
  const fitting = commands
    .filter(command => command.id !== 'palette' && command.isKeyOnly !== true && isMeant(command))
    // Those whose title begins so come first.
    .sort((a, b) => rank(a, text) - rank(b, text))
    .slice(0, maxCommands)
  return [
    ...taken,
    ...fitting.map(command => ({
      key: command.id,
      text: command.title,
      section: command.section ?? texts('general'),
      run: command.run,
      command,
    })),
  ]
}

/** What a command asks for; the texts that begin as was typed come first. */
export async function findValues(command: Command, typed: string, signal: AbortSignal): Promise<Found[]> {
  const text = typed.trim()
  const wanted = text.toLowerCase()
  const values = (await command.ask?.(text, signal)) ?? []
  return values
    .filter(value => value.text.toLowerCase().includes(wanted))
    .sort((a, b) => rank({ title: a.text }, text) - rank({ title: b.text }, text))
    .slice(0, maxCommands)
    .map((value, index) => ({
      key: `value ${index}`,
      text: value.text,
      section: command.title,
      icon: 'arrow-right',
      run: value.run,
    }))
}

function rank({ title }: Pick<Command, 'title'>, text: string): number {
  return text !== '' && title.toLowerCase().startsWith(text.toLowerCase()) ? 0 : 1
}

/** Clips, collections, people and saved searches of a production; where nothing is typed, the clips that were open last. */
export async function findOnService(prId: number, typed: string, signal: AbortSignal): Promise<Found[]> {
  const prefix = /^[>@#]/.exec(typed)?.[0]
  const text = typed.replace(/^[>@#]/, '').trim()
  if (typed.trim() === '') return findRecent(prId, signal)
  if (prefix === '>' || text === '') return []
  if (prefix === '@') return findPeople(prId, text, signal)
  if (prefix === '#') return findTagged(prId, text)
  const all = await Promise.all([
    findClips(prId, text, signal),
    findCollections(prId, text, signal),
    findPeople(prId, text, signal),
    findSavedSearches(prId, text, signal),
  ])
  return all.flat()
}

const clipMembers = 'mediaObjectId,mediaObjectName,mediaObjectType,hasScreenshot,description'

async function findClips(prId: number, text: string, signal: AbortSignal): Promise<Found[]> {
  const query = { q: toWordQuery(text), 'q.op': 'AND' as const, rows: maxOfKind, fl: [clipMembers] }
  const { results } = await api.annotations.searchMediaObjects({ prId, query, signal })
  return results.map(clip => toFoundClip(prId, clip, ownTexts('clipsFound')))
}

async function findRecent(prId: number, signal: AbortSignal): Promise<Found[]> {
  const ids = [...new Set(listVisited().flatMap(visit => (visit.prId === prId ? [visit.moId] : [])))].slice(
    0,
    maxOfKind,
  )
  if (ids.length === 0) return []
  const query = { fq: [`mediaObjectId:(${ids.join(' ')})`], rows: ids.length, fl: [clipMembers] }
  const { results } = await api.annotations.searchMediaObjects({ prId, query, signal })
  return ids.flatMap(id => {
    const clip = results.find(({ mediaObjectId }) => Number(mediaObjectId) === id)
    return clip ? [toFoundClip(prId, clip, ownTexts('recent'))] : []
  })
}

function toFoundClip(prId: number, clip: SolrDocument, section: string): Found {
  const { mediaObjectId, mediaObjectName, hasScreenshot, description } = clip
  return {
    key: `clip ${mediaObjectId}`,
    text: String(mediaObjectName ?? ''),
    section,
    detail: typeof description === 'string' ? description : undefined,
    icon: 'film',
    picture: hasScreenshot === true ? `/api/production/${prId}/mo/${mediaObjectId}/poster` : undefined,
    href: `/app/production/${prId}/clip/${mediaObjectId}`,
  }
}

async function findSavedSearches(prId: number, text: string, signal: AbortSignal): Promise<Found[]> {
  const { items } = await api.savedSearches.listSavedSearches({ prId, query: { limit: 500 }, signal })
  return items
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .slice(0, maxOfKind)
    .map(({ id, name, parameters }) => ({
      key: `search ${id}`,
      text: name,
      section: ownTexts('searchesFound'),
      icon: 'bookmark' as const,
      href: toSearchPath(prId, parameters),
    }))
}

async function findCollections(prId: number, text: string, signal: AbortSignal): Promise<Found[]> {
  const query = { q: toWordQuery(text), 'q.op': 'AND' as const, rows: maxOfKind, fl: ['id,title,funnel'] }
  const { results } = await api.collections.searchCollections({ prId, query, signal })
  return results
    .filter(({ funnel }) => funnel !== 'SelectionShare')
    .map(({ id, title }) => ({
      key: `collection ${id}`,
      text: String(title ?? ''),
      section: ownTexts('collectionsFound'),
      icon: 'folder' as const,
      href: `/app/production/${prId}?collection=${id}`,
    }))
}

async function findPeople(prId: number, text: string, signal: AbortSignal): Promise<Found[]> {
  const { items } = await api.productions.listParticipants({ prId, query: { limit: 500 }, signal })
  const wanted = text.toLowerCase()
  return items
    .map(({ id, fullName, username, email }) => ({ id, name: fullName ?? username ?? email ?? '', email }))
    .filter(({ name, email }) => `${name} ${email ?? ''}`.toLowerCase().includes(wanted))
    .slice(0, maxOfKind)
    .map(({ id, name, email }) => ({
      key: `person ${id}`,
      text: name,
      section: ownTexts('peopleFound'),
      detail: email === name ? undefined : email,
      person: id,
      href: `/app/production/${prId}/team`,
    }))
}

function findTagged(prId: number, tag: string): Found[] {
  const filter = `tags:"${tag.replaceAll(/["\\]/g, '\\$&')}"`
  return [
    {
      key: 'tag',
      text: ownTexts('taggedClips', { tag }),
      section: ownTexts('tags'),
      icon: 'tag',
      href: `/app/production/${prId}?${new URLSearchParams({ fq: filter })}`,
    },
  ]
}
