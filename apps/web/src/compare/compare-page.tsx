import { ProductionNav } from '../app/production-nav.tsx'
import { Shell } from '../app/shell.tsx'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { useEvents } from '../platform/live.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, Link } from '../platform/router.tsx'
import { findSources } from '../player/sources.ts'
import { loadClip } from '../review/load-clip.ts'
import { type Compared, Comparison } from './comparison.tsx'
import { texts } from './messages.ts'

/** Two clips of a production beside each other, as `?a=` and `?b=` name them. */
export default function ComparePage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const [a, b] = [Number(getQuery('a')), Number(getQuery('b'))]
  const production = useResource(signal => api.productions.getProduction({ prId, signal }), [prId])
  return (
    <Shell head={<Link href={`/app/production/${prId}`}>{production.data?.name ?? texts('library')}</Link>}>
      <ProductionNav prId={prId} here="library" />
      <h1 class="compare-title">{texts('title')}</h1>
      {a > 0 && b > 0 ? <Pair key={`${a} ${b}`} prId={prId} a={a} b={b} /> : <p class="notice">{texts('missing')}</p>}
    </Shell>
  )
}

function Pair({ prId, a, b }: { prId: number; a: number; b: number }) {
  const pair = useResource(signal => Promise.all([a, b].map(id => loadCompared(prId, id, signal))), [prId, a, b])
  // A change of addresses would restart what is shown already: only what is missing is looked for.
  const isComplete = pair.data?.every(({ sources }) => sources.film !== undefined) ?? false
  const lookAgain = () => {
    if (pair.data && !isComplete) pair.reload()
  }
  useEvents(
    api,
    { prId },
    ({ type, object }) => {
      const isOfPair = [a, b].some(id => id === object?.id || id === object?.mediaObjectId)
      if (isOfPair && /^Media\.(update|instance\.)/.test(type)) lookAgain()
    },
    lookAgain,
  )
  return (
    <Loaded resource={pair}>
      {([first, second]) => first && second && <Comparison prId={prId} a={first} b={second} />}
    </Loaded>
  )
}

async function loadCompared(prId: number, moId: number, signal: AbortSignal): Promise<Compared> {
  const [clip, sources] = await Promise.all([loadClip(api, prId, moId, signal), findSources(api, prId, moId, signal)])
  return { clip, sources }
}
