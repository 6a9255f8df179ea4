/** The password of the first user, whose name is `admin`. */
export const adminPassword = 'correct horse battery staple'
