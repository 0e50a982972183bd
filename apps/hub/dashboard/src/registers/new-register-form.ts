/** The subject of the form of a new register, for `isFormLeft()`. */
export const newRegisterForm = "new register";
