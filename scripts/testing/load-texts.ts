// The texts of pages load when a page starts; here, before the tests of a file.
import { textsReady } from "@scanhook/texts/lazy-texts";
import { beforeAll } from "vitest";

beforeAll(textsReady);
