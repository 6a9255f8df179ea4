export { type Delivery, prepareDelivery } from './deliver.ts'
export type { DeliveryProfile, Source } from './profile.ts'
export { findDeliveryProfile, listDeliveryProfiles } from './profiles.ts'
