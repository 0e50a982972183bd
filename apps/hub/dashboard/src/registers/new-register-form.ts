/** The subject of the form in a dialog, which its screen opens again (`isFormLeft()`). */
export const newRegisterForm = "new register";
