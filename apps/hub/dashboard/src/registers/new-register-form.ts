/** The subject of the form in a dialog, which its screen opens again (`parts/left-forms.ts`). */
export const newRegisterForm = "new register";
