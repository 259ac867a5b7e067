package blockmask
