/** The subject of the form of a new register, for `hasUnsavedForm()`. */
export const newRegisterForm = "new register";
