/**
 * Review across systems: the comments of a clip or of a collection as marker files of editing systems, and back.
 * Promises: a file says each comment at its exact frame; importing the same file twice creates nothing twice.
 * Leaves to others: the comments themselves, their rights and threads, and the review status (annotations); the formats
 * (the package `markers`).
 */

import { defineModule } from '../../platform/module.ts'
import { addReviewRoutes } from './routes.ts'

export const review = defineModule({ name: 'review', routes: addReviewRoutes })
