package dev.mqttdq.store;

/** When a message that was given back is handed out again. */
enum DueAgain {
    /** Before all that were appended later. */
    IN_ITS_PLACE,
    /** By turns with those that were never handed out. */
    BY_TURNS
}
