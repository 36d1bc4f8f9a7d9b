"""Forward and inverse kinematics, and skinning. Imports the data types of core and all rooms before it."""
