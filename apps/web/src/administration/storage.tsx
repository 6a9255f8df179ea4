import type { ProductionStorage } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { api } from '../platform/reading/api.ts'
import type { Resource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatBytes, formatDate, formatNumber, formatPercent } from '../platform/translations.ts'
import { texts } from './messages.ts'

export const toProductionName = ({ name, productionId }: ProductionStorage) => (name === '' ? `#${productionId}` : name)

interface StorageProps {
  storage: Resource<ProductionStorage[]>
  /** Whether every production may be opened, and a deleted one brought back. */
  mayAct: boolean
}

/** What each production stores, and a way back for those that were deleted. */
export function Storage({ storage, mayAct }: StorageProps) {
  const restore = async ({ productionId: prId }: ProductionStorage) => {
    await api.productions.restoreProduction({ prId })
    tell(texts('restored'))
  }
  return (
    <section class="section">
      <h2>{texts('storage')}</h2>
      <Loaded resource={storage}>
        {all => {
          const total = all.reduce((sum, production) => sum + toTotal(production), 0)
          return all.length === 0 ? (
            <EmptyState text={texts('noProductions')} />
          ) : (
            <>
              <p>{texts('storageHint', { size: formatBytes(total), count: all.length })}</p>
              <Records
                label={texts('storage')}
                columns={[
                  ['minmax(0, 4fr)', texts('production')],
                  ['minmax(0, 1fr)', texts('clips')],
                  ['minmax(0, 1fr)', texts('originals')],
                  ['minmax(0, 1fr)', texts('derived')],
                  ['minmax(0, 1fr)', texts('files')],
                  ['minmax(0, 1fr)', texts('share')],
                  ['96px', ''],
                ]}
                items={all}
                toKey={({ productionId }) => productionId}
              >
                {production => [
                  <ProductionName key="name" production={production} mayAct={mayAct} />,
                  <span key="clips" class="num">
                    {formatNumber(production.clips)}
                  </span>,
                  ...[production.originalBytes, production.derivedBytes, production.fileBytes].map((bytes, at) => (
                    <span key={at} class="num">
                      {bytes === 0 ? '–' : formatBytes(bytes)}
                    </span>
                  )),
                  <span key="share" class="num">
                    {total > 0 && formatPercent(Math.round((toTotal(production) / total) * 100))}
                  </span>,
                  mayAct && production.deleted !== undefined && (
                    <Button
                      small
                      aria-label={texts('restoreOf', { name: toProductionName(production) })}
                      onClick={() => void restore(production).catch(tellError).finally(storage.reload)}
                    >
                      {texts('restore')}
                    </Button>
                  ),
                ]}
              </Records>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function toTotal({ originalBytes, derivedBytes, fileBytes }: ProductionStorage): number {
  return originalBytes + derivedBytes + fileBytes
}

function ProductionName({ production, mayAct }: { production: ProductionStorage; mayAct: boolean }) {
  const { productionId, deleted } = production
  const name = toProductionName(production)
  const isOpen = mayAct && deleted === undefined
  return (
    <RecordName
      name={isOpen ? <Link href={`/app/production/${productionId}`}>{name}</Link> : name}
      facts={[deleted === undefined ? undefined : texts('deletedOn', { date: formatDate(deleted) })]}
    />
  )
}
