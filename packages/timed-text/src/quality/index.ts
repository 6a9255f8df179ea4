/** Quality rules: what of a preset a subtitle does not keep, for a whole document or for what an edit concerns. */
export { type CheckOptions, checkCues } from './check.ts'
export { findQualityRules, readHousePreset } from './house-preset.ts'
export { createNetflixPreset, qualityPresets } from './presets.ts'
export type { QualityRule } from './rules/rule.ts'
export { isQualityCode, qualityRules } from './rules/rules.ts'
export type { CheckedCue, CheckedDocument, Spelling } from './subject.ts'
export type { QualityCode, QualityWarning } from './warning.ts'
