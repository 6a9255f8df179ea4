/** The first line of every file. */
export const signature = /^\s*Scenarist_SCC V1\.0/i
